import type { Plugin } from "vite";

/** As the server's, in `src/purrlor/server/http/security.py`: nothing from elsewhere, and WebAssembly for Python. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** Web space sends no headers of ours, so the page itself states what it may load. */
export function contentPolicy(): Plugin {
  return {
    name: "purrlor-content-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
    ],
  };
}
