import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. For root: the user postgres, created where there is none; for anyone else: no change of user. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return await idsOf('postgres');
  } catch {
    await run('useradd', ['--system', '--user-group', 'postgres']);
    return idsOf('postgres');
  }
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, user])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
