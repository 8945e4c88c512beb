// What the scripts of the service worker find around them, apart from the types of browsers.

/** The version, and the lists of files that build/service-worker.ts writes before the scripts. */
declare const VERSION: string;
declare const FILES: string[];
declare const WORDS: Record<string, string[]>;
