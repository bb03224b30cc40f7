import { createHash } from 'node:crypto';

/** What the unique index compares in place of the key. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}
