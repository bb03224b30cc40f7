import { describe, expect, it } from '@jest/globals';
import { spawnFixture, spawnScript } from '../../support/processes.js';

async function startedEcho(): Promise<ReturnType<typeof spawnFixture>> {
  const child = spawnFixture('echo', { greeting: 'hello' }, { PROBE: 'seen' });
  await child.message((message) => message === 'ready');
  return child;
}

describe('processes', () => {
  it('passes JSON arguments, the environment and messages to a fixture', async () => {
    const child = await startedEcho();
    await child.send({ n: 1 });
    await child.send({ n: 2 });
    await expect(child.message<{ message: { n: number } }>(({ message }) => message.n === 2)).resolves.toEqual({
      greeting: 'hello',
      message: { n: 2 },
    });
    await expect(child.message()).resolves.toEqual({ greeting: 'hello', message: { n: 1 } });
    await child.kill();
    expect(child.stdout).toBe('started\n');
    expect(child.stderr).toBe('PROBE=seen NODE_OPTIONS=undefined\n');
  });

  it('tells how the process ended', async () => {
    await expect((await startedEcho()).kill('SIGTERM')).resolves.toEqual({ code: 7, signal: null });
    await expect((await startedEcho()).kill('SIGKILL')).resolves.toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('rejects with the output when the process ends before the message', async () => {
    const child = await startedEcho();
    const message = child.message();
    await child.kill();
    await expect(message).rejects.toThrow('started');
    await expect(child.message()).rejects.toThrow('ended before');
    await expect(child.send('too late')).rejects.toThrow('closed');
  });

  it('reports a script that does not exist as an exit with its error', async () => {
    const child = spawnScript('test/fixtures/absent.js');
    await expect(child.exit).resolves.toEqual({ code: 1, signal: null });
    expect(child.stderr).toContain('Cannot find module');
  });
});
