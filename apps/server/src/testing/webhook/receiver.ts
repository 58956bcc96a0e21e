import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, string | number | null>;
  readonly status: number;
}

/** Server of another program, which records its messages and sends the set response. */
export interface Receiver {
  readonly url: string;
  /** All received messages with their responses. */
  readonly all: Received[];
  /** Messages with a response of 2xx. */
  readonly taken: Received[];
  /** Response from now on: a status, or any other behaviour. */
  reply: number | ((received: Omit<Received, 'status'>, response: ServerResponse) => void);
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const all: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const { id, type, data } = JSON.parse(body) as Received;
      const received = { headers: request.headers, body, id, type, data };
      if (typeof receiver.reply === 'number') {
        all.push({ ...received, status: receiver.reply });
        response.writeHead(receiver.reply).end(receiver.reply < 300 ? 'thank you' : 'not now');
      } else {
        all.push({ ...received, status: 0 });
        receiver.reply(received, response);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    all,
    get taken() {
      return all.filter(({ status }) => status >= 200 && status < 300);
    },
    reply: 200,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
