/**
 * What TypeORM writes behind `ENGINE=` on MySQL and MariaDB; other databases ignore it. The character set rides along,
 * since an entity has no option for it: the server's default may be latin1, which loses text, or one without regard to case,
 * in which a worker for 'kp' would claim jobs of the type 'KP'.
 */
export const TABLE_ENGINE = 'InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
