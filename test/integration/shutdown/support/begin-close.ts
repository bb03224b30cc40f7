import { jest } from '@jest/globals';
import type { QueueApp } from '../../../support/queue-app.js';

/** Closes the app, and resolves when its worker has stopped claiming; `closed` when all has ended. */
export async function beginClose(queue: QueueApp): Promise<{ readonly closed: Promise<void> }> {
  const { worker } = queue;
  if (!worker) throw new Error('This app has no worker.');
  const stopClaiming = worker.stopClaiming.bind(worker);
  let closed: Promise<void> = Promise.resolve();
  await new Promise<void>((begun) => {
    jest.spyOn(worker, 'stopClaiming').mockImplementationOnce(() => begun(stopClaiming()));
    closed = queue.close();
  });
  return { closed };
}
