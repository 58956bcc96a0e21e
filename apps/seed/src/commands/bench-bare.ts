import { startBareServer } from '../bench/bare/bare-server.ts';

// The bare server for the comparison of `npm run bench`, which starts it in a separate process.
const { DATABASE_URL, PORT } = process.env;
if (!DATABASE_URL || !PORT) throw new Error('DATABASE_URL and PORT say what to serve where.');
await startBareServer(DATABASE_URL, Number(PORT));
