import type { FastifyInstance } from 'fastify';

export interface ReceivedEvent {
  event: string;
  data: { topic?: string; ids?: number[]; mine?: boolean; screens?: number };
}

/** Live stream of a browser, read as it arrives. */
export interface LiveStream {
  status: number;
  headers: Headers;
  /** Events that `next` has not returned yet. */
  received: ReceivedEvent[];
  /** Returns the next matching event, or one that arrived before. Throws after a timeout. */
  next(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

const MAX_WAIT_MS = 5000;

/** Opens /api/live of a listening app. */
export async function openStream(
  app: FastifyInstance,
  token: string | null,
  extraHeaders: Record<string, string> = {},
): Promise<LiveStream> {
  const stop = new AbortController();
  const response = await fetch(new URL('/api/live', getAddress(app)), {
    headers: { ...extraHeaders, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    signal: stop.signal,
  });
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const ended = readEvents(response, (event) => {
    received.push(event);
    for (const checkReceived of waiting) checkReceived();
  });
  return {
    status: response.status,
    headers: response.headers,
    received,
    ended,
    close: () => stop.abort(),
    next: (matches) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(checkReceived);
          reject(new Error(`no such event; received so far: ${JSON.stringify(received)}`));
        }, MAX_WAIT_MS);
        const checkReceived = () => {
          const at = received.findIndex(matches);
          const event = received[at];
          if (!event) return;
          received.splice(at, 1);
          clearTimeout(timer);
          waiting.delete(checkReceived);
          resolve(event);
        };
        waiting.add(checkReceived);
        checkReceived();
      }),
  };
}

function getAddress(app: FastifyInstance): string {
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('the app does not listen');
  return `http://127.0.0.1:${address.port}`;
}

async function readEvents(response: Response, onEvent: (event: ReceivedEvent) => void): Promise<void> {
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
        if (event && data) onEvent({ event, data: JSON.parse(data) as ReceivedEvent['data'] });
      }
    }
  } catch {
    // A stream that either side breaks off has also ended.
  }
}
