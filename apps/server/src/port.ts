import { createServer } from 'node:net';
import { StartError, type Config } from './config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** Refuses a used port before the database is opened, because it often belongs to another Darkroom. */
export function refuseTakenPort(place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(asPortError(error, place)));
    probe.listen({ ...place, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Converts a system error about a port to a sentence with an action. Other errors are returned unchanged. */
export function asPortError(error: unknown, { host, port }: Place): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE': {
      const other = port === 65_535 ? 4000 : port + 1;
      return new StartError(
        `Port ${port} is taken by another program. Stop that, or choose another port: PORT=${other} npm start`,
      );
    }
    case 'EACCES':
      return new StartError(`Port ${port} is reserved for privileged programs. Choose one above 1023 with PORT.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST names ${host}, which is no address of this machine.`);
    default:
      return error;
  }
}
