import { createServer, connect as connectTo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { Client } from 'pg';

/** A connection to the database that can be cut, silenced and restored, like a network or a restarting PostgreSQL. */
export interface DatabaseProxy {
  databaseUrl: string;
  disconnect(): Promise<void>;
  /** Stops all data without closing a connection, like a broken network. */
  pauseTraffic(): void;
  reconnect(): Promise<void>;
}

/** Puts a proxy between the app and its test database. */
export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  // The driver reads its own addresses, including sockets.
  const { host, port, user, password, database } = new Client({ connectionString: databaseUrl });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  let listenPort = 0;
  let server: Server | null = null;

  const trackSocket = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  let isPaused = false;
  const pauseTraffic = () => {
    isPaused = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const reconnect = async () => {
    isPaused = false;
    if (server) return;
    server = createServer((clientSocket) => {
      trackSocket(clientSocket);
      // New connections to a silent database wait too.
      if (isPaused) return void clientSocket.pause();
      const serverSocket = trackSocket(connectTo(target as { path: string }));
      clientSocket.pipe(serverSocket).pipe(clientSocket);
      clientSocket.on('close', () => serverSocket.destroy());
      serverSocket.on('close', () => clientSocket.destroy());
    });
    server.listen(listenPort, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address && typeof address === 'object') listenPort = address.port;
  };
  const disconnect = async () => {
    isPaused = false;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    server = null;
  };

  await reconnect();
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  const login = `${encodeURIComponent(user ?? '')}${secret}`;
  return {
    databaseUrl: `postgresql://${login}@127.0.0.1:${listenPort}/${database ?? ''}`,
    disconnect,
    pauseTraffic,
    reconnect,
  };
}
