import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** Names host, process and start: a restarted process is never taken for the one that died. */
export function newWorkerId(): string {
  return `${hostname().slice(0, 200)}:${process.pid}:${randomBytes(4).toString('hex')}`;
}
