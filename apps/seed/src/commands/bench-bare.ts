import { startBareServer } from '../bench/bare/bare-server.ts';

// What `npm run bench` compares with, in a process of its own; started by it.
const { DATABASE_URL, PORT } = process.env;
if (!DATABASE_URL || !PORT) throw new Error('DATABASE_URL and PORT say what to serve where.');
await startBareServer(DATABASE_URL, Number(PORT));
