import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { rejectTakenPort } from './port.ts';

it('a used port is refused with its number and the action', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(rejectTakenPort({ host: 'localhost', port })).rejects.toThrow(
    `Port ${port} is taken by another program. Stop that, or choose another port: PORT=${port + 1} npm start`,
  );
  other.close();
  await once(other, 'close');
  await expect(rejectTakenPort({ host: 'localhost', port })).resolves.toBeUndefined();
});
