import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { eachWithoutLeaks, watchForLeaks } from '../../support/leaks.js';

describe('leak check', () => {
  eachWithoutLeaks(() => {
    it('names a timer that is left behind, and is content once it is gone', async () => {
      const leaks = watchForLeaks();
      const timer = setInterval(() => undefined, 60_000);
      await expect(leaks.check()).rejects.toThrow('Left open: 1 x Timeout.');
      clearInterval(timer);
      await expect(leaks.check()).resolves.toBeUndefined();
    });

    it('waits for a server that is closing', async () => {
      const leaks = watchForLeaks();
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      await expect(leaks.check()).rejects.toThrow('TCPServerWrap');
      server.close();
      await expect(leaks.check()).resolves.toBeUndefined();
    });
  });
});
