import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureInstalled } from './install.mjs';
import { pathInRoot, getBinCommand } from './root.mjs';

// Runs server and web with reload on save: the server is rebuilt and restarted, and pages are replaced in the browser.
await ensureInstalled();
const port = process.env.PORT ?? '4000';
const webPort = process.env.WEB_PORT ?? '5173';
const [node, vite] = getBinCommand('vite/bin/vite.js');
let server;
let stopping = false;

// A separate folder, so that `npm start` never uses an unfinished edit as its build.
const outDir = ['--outDir', 'dist/dev'];
const builder = spawn(node, [vite, 'build', '--watch', '--mode', 'development', ...outDir], {
  cwd: pathInRoot('apps/server'),
  env: { ...process.env, FORCE_COLOR: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
builder.stdout.on('data', (chunk) => {
  const text = String(chunk);
  if (/error/i.test(text)) process.stdout.write(text);
  if (/built in/.test(text)) void restart();
});

const web = spawn(node, [vite, '--port', webPort, '--strictPort', '--logLevel', 'warn'], {
  cwd: pathInRoot('apps/web'),
  env: { ...process.env, PORT: port },
  stdio: ['ignore', 'inherit', 'inherit'],
});
console.log(`Pages with live reload: http://localhost:${webPort} (calls go to http://localhost:${port})`);

let restarting = false;
let restartAgain = false;
async function restart() {
  if (stopping) return;
  if (restarting) {
    restartAgain = true;
    return;
  }
  restarting = true;
  do {
    restartAgain = false;
    if (server && server.exitCode === null && server.signalCode === null) {
      // Killed without a regular stop, so that the database stays open for the next server and saves time.
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    server = spawn(node, ['--enable-source-maps', pathInRoot('apps/server/dist/dev/main.js')], {
      cwd: pathInRoot(),
      env: { ...process.env, PORT: port },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } while (restartAgain);
  restarting = false;
}

async function stop() {
  if (stopping) return;
  stopping = true;
  builder.kill();
  web.kill();
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
