import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Text above this length is sent as bytes, because Node reserves three times the length of a written string. */
const LARGE_TEXT = 4096;

/** Text of a response, shared by all its receivers. */
export class ResponseText {
  #tag: string | undefined;
  readonly body: string | Buffer;
  constructor(text: string) {
    this.body = text.length > LARGE_TEXT ? Buffer.from(text) : text;
  }

  /** Returns the ETag of the response's content. It is weak, because a proxy can compress the response. */
  get tag(): string {
    return (this.#tag ??= `W/"${hash('sha256', this.body, 'base64url')}"`);
  }
}

export const sendResponse = (reply: FastifyReply, { body }: ResponseText) =>
  reply.type('application/json; charset=utf-8').send(body);

/**
 * Sends a read. Only repeated background reads pay for the hash of an ETag, and get 304 if nothing has changed
 * (decision 142).
 */
export function sendRead(request: FastifyRequest, reply: FastifyReply, response: ResponseText) {
  const { 'if-none-match': knownTag, 'x-background': background } = request.headers;
  if (knownTag === undefined && background === undefined) return sendResponse(reply, response);
  reply.header('etag', response.tag);
  if (knownTag === response.tag) return reply.code(304).send();
  return sendResponse(reply, response);
}
