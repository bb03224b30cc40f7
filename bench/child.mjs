// A process of the benchmark that obeys the runner over IPC: it enqueues, or runs jobs, or both.
import { commands } from './commands.mjs';

async function obey({ id, command, args }) {
  try {
    process.send({ id, result: await commands[command](args) });
  } catch (error) {
    process.send({ id, error: error.message });
  }
}

process.on('message', (message) => void obey(message));
process.on('disconnect', () => process.exit(1));
process.send({ id: 0 });
