import { createServer, connect as connectTo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { Client } from 'pg';

/** A connection to the database that can be cut, silenced and restored, like a network or a restarting PostgreSQL. */
export interface Line {
  databaseUrl: string;
  cut(): Promise<void>;
  /** Stops all data without closing a connection, like a broken network. */
  silence(): void;
  mend(): Promise<void>;
}

/** Puts a proxy between the app and its test database. */
export async function lineTo(databaseUrl: string): Promise<Line> {
  // The driver reads its own addresses, including sockets.
  const { host, port, user, password, database } = new Client({ connectionString: databaseUrl });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  let at = 0;
  let server: Server | null = null;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  let silent = false;
  const silence = () => {
    silent = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const mend = async () => {
    silent = false;
    if (server) return;
    server = createServer((near) => {
      keep(near);
      // New connections to a silent database wait too.
      if (silent) return void near.pause();
      const far = keep(connectTo(target as { path: string }));
      near.pipe(far).pipe(near);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address && typeof address === 'object') at = address.port;
  };
  const cut = async () => {
    silent = false;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    server = null;
  };

  await mend();
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  const login = `${encodeURIComponent(user ?? '')}${secret}`;
  return { databaseUrl: `postgresql://${login}@127.0.0.1:${at}/${database ?? ''}`, cut, silence, mend };
}
