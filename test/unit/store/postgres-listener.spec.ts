import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ListenClient } from '../../../lib/store/typeorm/postgres/listen-client.js';
import { PostgresListener } from '../../../lib/store/typeorm/postgres/postgres-listener.js';

const LONGEST_PAUSE = 30_000;

class FakeClient extends EventEmitter {
  readonly destroy = jest.fn();
  readonly connection = { stream: { destroy: this.destroy } };
  readonly connect = jest.fn(async () => undefined);
  readonly query = jest.fn(async (_text: string) => undefined);
  readonly end = jest.fn(async () => undefined);
}

function listenerOn(prepare: (client: FakeClient) => void = () => undefined) {
  const clients: FakeClient[] = [];
  const told: string[] = [];
  const warn = jest.fn<(text: string) => void>();
  const open = () => {
    const client = new FakeClient();
    clients.push(client);
    prepare(client);
    return client as unknown as ListenClient;
  };
  const listener = new PostgresListener({
    open,
    channel: 'ntq_1',
    onNotification: (payload) => told.push(`notified ${payload}`),
    onListening: () => told.push('listening'),
    onLost: () => told.push('lost'),
    warn,
  });
  return { listener, clients, told, warn };
}

const turn = () => jest.advanceTimersByTimeAsync(0);

describe('R7.5 PostgresListener', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('listens, and tells each notification', async () => {
    const { listener, clients, told } = listenerOn();
    listener.start();
    await turn();
    expect(clients[0]?.query.mock.calls).toEqual([['LISTEN ntq_1']]);
    clients[0]?.emit('notification', { channel: 'ntq_1', payload: 'abc' });
    expect(told).toEqual(['listening', 'notified abc']);
  });

  it('takes the place of a connection that broke with a new one, once, and tells that some may be lost', async () => {
    const { listener, clients, told, warn } = listenerOn();
    listener.start();
    await turn();
    clients[0]?.emit('error', Object.assign(new Error('by the administrator of secret-host'), { code: '57P01' }));
    clients[0]?.emit('error', new Error('again'));
    clients[0]?.emit('end');
    clients[0]?.emit('notification', { payload: 'late' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual(['listening', 'lost', 'listening']);
    expect(clients).toHaveLength(2);
    expect(clients[0]?.destroy).toHaveBeenCalled();
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/57P01$/)]]);
  });

  it.each(['connect', 'query'] as const)('tries again for ever where %s fails, with pauses that grow to 30 s', async (step) => {
    const { listener, clients, told, warn } = listenerOn((client) => client[step].mockRejectedValue(Object.assign(new Error(), { code: '28P01' })));
    listener.start();
    await turn();
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(clients.length).toBeGreaterThan((10 * 60_000) / LONGEST_PAUSE);
    expect(clients.length).toBeLessThan((2 * 10 * 60_000) / LONGEST_PAUSE + 10);
    expect(told).not.toContain('listening');
    expect(warn).toHaveBeenCalledTimes(clients.length);
    await listener.close();
  });

  it('tries again where no client can be made, such as while the DataSource is closed', async () => {
    let away = true;
    const { listener, told } = listenerOn(() => {
      if (away) throw new TypeError('master is undefined');
    });
    listener.start();
    await turn();
    away = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual(['lost', 'listening']);
  });

  it('A-LE-5: closed, it leaves no timer and no connection, and makes none', async () => {
    const { listener, clients, told } = listenerOn();
    listener.start();
    await turn();
    await listener.close();
    clients[0]?.emit('end');
    await jest.advanceTimersByTimeAsync(LONGEST_PAUSE);
    expect(clients).toHaveLength(1);
    expect([clients[0]?.end.mock.calls.length, clients[0]?.destroy.mock.calls.length]).toEqual([1, 1]);
    expect([told, jest.getTimerCount()]).toEqual([['listening'], 0]);
  });

  it('A-LE-5: closed during a pause it makes no connection', async () => {
    const { listener, clients } = listenerOn((client) => client.connect.mockRejectedValue(new Error('away')));
    listener.start();
    await turn();
    await listener.close();
    await jest.advanceTimersByTimeAsync(LONGEST_PAUSE);
    expect([clients.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('A-LE-5: a server that does not answer holds the close up for 300 ms at most', async () => {
    const { listener, clients } = listenerOn((client) => {
      client.connect.mockReturnValue(new Promise(() => undefined));
      client.end.mockReturnValue(new Promise(() => undefined));
    });
    const closed = jest.fn();
    listener.start();
    await turn();
    void listener.close().then(closed);
    await jest.advanceTimersByTimeAsync(300);
    expect([closed.mock.calls.length, clients[0]?.destroy.mock.calls.length]).toEqual([1, 1]);
  });
});
