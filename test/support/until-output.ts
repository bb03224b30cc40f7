import type { ChildProcess } from 'node:child_process';

/**
 * Waits for a line on the stderr of a server that is starting.
 * @throws Error with all that it wrote, if it ends before.
 */
export function untilOutput(child: ChildProcess, expected: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (expected.test(output)) resolve();
    });
    child.once('error', reject);
    child.once('close', (code, signal) => reject(new Error(`${child.spawnfile} ended (${signal ?? code}) before it was ready:\n${output}`)));
  });
}
