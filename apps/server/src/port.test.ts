import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { rejectTakenPort } from './port.ts';

it('a used port is refused with its number and the action', async () => {
  const otherServer = createServer().listen(0, 'localhost');
  await once(otherServer, 'listening');
  const { port } = otherServer.address() as AddressInfo;
  await expect(rejectTakenPort({ host: 'localhost', port })).rejects.toThrow(
    `Port ${port} is taken by another program. Stop that, or choose another port: PORT=${port + 1} npm start`,
  );
  otherServer.close();
  await once(otherServer, 'close');
  await expect(rejectTakenPort({ host: 'localhost', port })).resolves.toBeUndefined();
});
