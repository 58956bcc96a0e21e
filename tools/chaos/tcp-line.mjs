import { createServer, connect } from 'node:net';
import { once } from 'node:events';

/**
 * Opens a TCP line from a new local port to a target port. A cut line forwards nothing and accepts nothing, as after a
 * pulled cable: neither side gets an end of the connection.
 */
export async function openLine(targetPort, port = 0) {
  let isCut = false;
  const sockets = new Set();
  const server = createServer({ pauseOnConnect: true }, (incoming) => {
    sockets.add(incoming);
    incoming.on('error', () => undefined).once('close', () => sockets.delete(incoming));
    // Like a lost packet: the caller waits until its own time limit.
    if (isCut) return;
    const outgoing = connect(targetPort, '127.0.0.1');
    sockets.add(outgoing);
    outgoing.on('error', () => incoming.destroy()).once('close', () => sockets.delete(outgoing));
    incoming.pipe(outgoing).pipe(incoming);
    incoming.once('close', () => outgoing.destroy());
    outgoing.once('close', () => incoming.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    /** Connections of the time before the cut are lost, as their packets were. */
    join: () => {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
