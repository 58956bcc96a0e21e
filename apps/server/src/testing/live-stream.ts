import type { FastifyInstance } from 'fastify';

export interface LiveEvent {
  event: string;
  data: { topic?: string; ids?: number[]; mine?: boolean; screens?: number };
}

/** Live stream of a browser, read as it arrives. */
export interface LiveStream {
  status: number;
  headers: Headers;
  /** Events received so far, without those that `next` has returned. */
  received: LiveEvent[];
  /** The next matching event, or one that arrived before. Throws after a timeout. */
  next(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

const PATIENCE_MS = 5000;

/** Opens /api/live of a listening app. */
export async function openStream(
  app: FastifyInstance,
  token: string | null,
  beside: Record<string, string> = {},
): Promise<LiveStream> {
  const stop = new AbortController();
  const response = await fetch(new URL('/api/live', addressOf(app)), {
    headers: { ...beside, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    signal: stop.signal,
  });
  const received: LiveEvent[] = [];
  const waiting = new Set<() => void>();
  const ended = read(response, (event) => {
    received.push(event);
    for (const look of waiting) look();
  });
  return {
    status: response.status,
    headers: response.headers,
    received,
    ended,
    close: () => stop.abort(),
    next: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no such event; received so far: ${JSON.stringify(received)}`));
        }, PATIENCE_MS);
        const look = () => {
          const at = received.findIndex(fits);
          const event = received[at];
          if (!event) return;
          received.splice(at, 1);
          clearTimeout(timer);
          waiting.delete(look);
          resolve(event);
        };
        waiting.add(look);
        look();
      }),
  };
}

function addressOf(app: FastifyInstance): string {
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('the app does not listen');
  return `http://127.0.0.1:${address.port}`;
}

async function read(response: Response, tell: (event: LiveEvent) => void): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (event && data) tell({ event, data: JSON.parse(data) as LiveEvent['data'] });
      }
    }
  } catch {
    // A stream that either side breaks off has ended too.
  }
}
