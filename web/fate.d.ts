export function sha256(bytes: Uint8Array): Uint8Array;
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array;
export function hex(bytes: Uint8Array): string;
export function fromHex(text: string): Uint8Array;
export function commitment(secret: Uint8Array): string;
export function fateKey(secret: Uint8Array, contributions?: string[]): Uint8Array;
export function source(key: Uint8Array, number: number): (n: number) => number;
export function roll(key: Uint8Array, number: number, count: number, faces?: number[]): number[];
export function draw<T>(key: Uint8Array, number: number, pool: T[], count: number): T[];
