import { mariadb, postgres, sqlite } from './databases.mjs';

/** What `--databases` can name. With FULL no commit is lost with the power, as the documentation has it; NORMAL may lose the last ones. */
export const DATABASES = {
  sqlite: sqlite('own_full', 'FULL'),
  'sqlite-normal': sqlite('own_normal', 'NORMAL'),
  postgres: postgres('own'),
  mariadb: mariadb('own'),
};
