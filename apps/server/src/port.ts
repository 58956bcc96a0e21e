import { createServer } from 'node:net';
import { StartError, type Config } from './config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** Refuses a port that is in use, before the database is touched: it is often another Darkroom. */
export function refuseTakenPort(place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(asPortError(error, place)));
    probe.listen({ ...place, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Turns the system's error about a port into a sentence with a way out; any other error comes back as it is. */
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
