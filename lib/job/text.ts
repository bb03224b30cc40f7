const ENCODER = new TextEncoder();

export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** Text that every database stores alike: no U+0000 (PostgreSQL refuses it), no lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The longest beginning of a text that fits into `limit` UTF-8 bytes, cut between characters. */
export function cutToBytes(text: string, limit: number): string {
  const { read } = ENCODER.encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}
