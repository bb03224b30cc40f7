import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { DatabaseCluster } from '../../support/cluster.js';
import { eachCluster } from '../../support/each-cluster.js';

describe('a database server of its own', () => {
  eachCluster((server) => {
    let cluster: DatabaseCluster;
    const answer = (): Promise<unknown> => ask(server.name, cluster.url);

    beforeAll(async () => {
      cluster = await server.start();
    });

    it('keeps address and data over a restart', async () => {
      await ask(server.name, cluster.url, 'CREATE TABLE kept (id integer)');
      await cluster.restart();
      await expect(ask(server.name, cluster.url, 'SELECT id FROM kept')).resolves.toEqual([]);
    });

    it('refuses connections while it is stopped', async () => {
      await cluster.stop();
      await expect(answer()).rejects.toThrow(/ECONNREFUSED/);
      await cluster.start();
      await expect(answer()).resolves.toEqual([{ one: 1 }]);
    });

    it('leaves an open connection without an answer while it is frozen', async () => {
      const dataSource = await connect(server.name, cluster.url);
      await cluster.freeze();
      const frozen = answerOrTimeout(dataSource);
      await expect(frozen.first).resolves.toBe('no answer');
      await cluster.thaw();
      await expect(frozen.answer).resolves.toEqual([{ one: 1 }]);
      await dataSource.destroy();
    });

    it('can be stopped while it is frozen', async () => {
      await cluster.freeze();
      await cluster.restart();
      await expect(answer()).resolves.toEqual([{ one: 1 }]);
    });
  });
});

function connect(type: 'postgres' | 'mariadb', url: string): Promise<DataSource> {
  return new DataSource({ type, url }).initialize();
}

async function ask(type: 'postgres' | 'mariadb', url: string, sql = 'SELECT 1 AS one'): Promise<unknown> {
  const dataSource = await connect(type, url);
  try {
    return await dataSource.query(sql);
  } finally {
    await dataSource.destroy();
  }
}

/** A frozen server gives no event to wait for: half a second is far beyond the answer of a live one. */
function answerOrTimeout(dataSource: DataSource): { answer: Promise<unknown>; first: Promise<unknown> } {
  const answer = dataSource.query('SELECT 1 AS one');
  const timeout = AbortSignal.timeout(500);
  const noAnswer = new Promise((resolve) => {
    timeout.addEventListener('abort', () => resolve('no answer'));
  });
  return { answer, first: Promise.race([answer, noAnswer]) };
}
