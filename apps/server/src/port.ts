import { createServer } from 'node:net';
import { StartError, type Config } from './config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Refuses a used port before the database is opened, because it often belongs to another Darkroom. */
export function rejectTakenPort(address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(asPortError(error, address)));
    probe.listen({ ...address, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Converts a system error about a port to a sentence with an action. Other errors are returned unchanged. */
export function asPortError(error: unknown, { host, port }: Address): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE': {
      const nextPort = port === 65_535 ? 4000 : port + 1;
      return new StartError(
        `Port ${port} is taken by another program. Stop that, or choose another port: PORT=${nextPort} npm start`,
      );
    }
    case 'EACCES':
      return new StartError(`Port ${port} is reserved for privileged programs. Choose one above 1023 with PORT.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST names ${host}, which is not an address of this machine.`);
    default:
      return error;
  }
}
