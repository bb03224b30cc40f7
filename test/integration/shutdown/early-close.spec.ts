import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { QueueModule } from '../../../lib/index.js';
import { eachWithoutLeaks } from '../../support/leaks.js';
import { MEMORY } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const compiled = () =>
  Test.createTestingModule({
    imports: [TypeOrmModule.forRoot(MEMORY), QueueModule.forRoot()],
    providers: [handlerOf('work', () => null)],
  }).compile();

describe('A-LE-5: an app that closes early', () => {
  eachWithoutLeaks(() => {
    it('before it was initialised', async () => {
      const app = await compiled();
      await app.close();
      expect(app.get(DataSource).isInitialized).toBe(false);
    });

    it('while it is being initialised', async () => {
      const app = await compiled();
      const begun = performance.now();
      await Promise.all([app.init(), app.close()]);
      expect(performance.now() - begun).toBeLessThan(1_000);
      expect(app.get(DataSource).isInitialized).toBe(false);
    });

    it('right after it was initialised', async () => {
      const app = await compiled();
      await app.init();
      await app.close();
      expect(app.get(DataSource).isInitialized).toBe(false);
    });
  });
});
