import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Above this, text is sent as bytes: Node sets aside three times its length for a string that it writes. */
const LARGE_TEXT = 4096;

/** The text of an answer, as it is sent to everybody who shares it. */
export class Answer {
  #tag: string | undefined;
  readonly sent: string | Buffer;
  constructor(text: string) {
    this.sent = text.length > LARGE_TEXT ? Buffer.from(text) : text;
  }

  /** What its content is recognised by. Weak: a proxy may compress it on its way. */
  get tag(): string {
    return (this.#tag ??= `W/"${hash('sha256', this.sent, 'base64url')}"`);
  }
}

export const sendAnswer = (reply: FastifyReply, { sent }: Answer) =>
  reply.type('application/json; charset=utf-8').send(sent);

/** Repeated background reads get an ETag, and 304 where nothing has changed (decision 142). Other reads do not pay for the hash. */
export function sendRead(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const { 'if-none-match': known, 'x-background': background } = request.headers;
  if (known === undefined && background === undefined) return sendAnswer(reply, answer);
  reply.header('etag', answer.tag);
  if (known === answer.tag) return reply.code(304).send();
  return sendAnswer(reply, answer);
}
