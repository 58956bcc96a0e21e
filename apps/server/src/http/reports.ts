import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fail } from './response/fail.ts';
import type { BodyReader } from './body/read.ts';
import type { ReportCounter } from './metrics.ts';
import type { AppDeps } from './mount.ts';

/** Size limit of a report. Browsers report without a session, so it is small and rare. */
const BODY_LIMIT = 16_384;
const MAX_LINES = 12;

const errorReport = z.object({
  message: z.string().max(2000),
  stack: z.string().max(8000).default(''),
  path: z.string().max(500).default(''),
  /** Id of the failed request. Absent for other errors. */
  request_id: z.uuid().optional(),
});
const violationReport = z.object({
  'effective-directive': z.string().max(100).optional(),
  'violated-directive': z.string().max(200).optional(),
  'blocked-uri': z.string().max(2000).default(''),
  'document-uri': z.string().max(2000).default(''),
  'source-file': z.string().max(2000).default(''),
  'line-number': z.number().optional(),
});

/**
 * Receives page errors and CSP reports without sign-in, limited by address. The log line has only code and positions,
 * without personal data.
 */
export function addReports(app: FastifyInstance, deps: AppDeps, metrics: ReportCounter, readBody: BodyReader): void {
  const onRequest = async (request: FastifyRequest) => deps.rates.spendReport(request.ip);
  type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  const route = (scope: FastifyInstance, kind: string, handler: Handler) =>
    scope.route({ method: 'POST', url: `/api/report/${kind}`, bodyLimit: BODY_LIMIT, onRequest, handler });

  route(app, 'error', async (request) => {
    const { success, data } = errorReport.safeParse(request.body);
    if (!success) throw fail('malformed');
    metrics.countReport('error');
    const loggedReport = {
      message: removePersonalData(data.message),
      stack: extractCodeLocations(data.stack),
      path: removeNumbers(data.path),
      failed_request: data.request_id ?? null,
    };
    request.log.error({ report: loggedReport }, 'browser error');
    // The user sees this id and can name it to an operator, who finds the log line with it.
    return { request_id: request.id };
  });

  // Encapsulated, so that every other endpoint returns 415 to this content type.
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/csp-report', readBody);
    route(scope, 'csp', async (request, reply) => {
      const { success, data } = z.object({ 'csp-report': violationReport }).safeParse(request.body);
      if (!success) throw fail('malformed');
      metrics.countReport('csp');
      const { 'csp-report': violationBody } = data;
      const loggedReport = {
        directive: violationBody['effective-directive'] ?? violationBody['violated-directive'] ?? '',
        blocked: getOrigin(violationBody['blocked-uri']),
        path: removeNumbers(getPath(violationBody['document-uri'])),
        source: `${getPath(violationBody['source-file'])}:${violationBody['line-number'] ?? ''}`,
      };
      request.log.warn({ report: loggedReport }, 'the content security policy has stopped something');
      return reply.code(204).send();
    });
  });
}

/** Removes possible personal data from a message: quoted texts, addresses, numbers. */
export const removePersonalData = (text: string): string =>
  text
    .slice(0, 300)
    .replace(/(["'`“‘«]).*?["'`”’»]/gs, '$1…$1')
    .replace(/\S+@\S+/g, '…@…')
    .replace(/\d{3,}/g, '#');

/** Returns the lines of a stack that name code, without the message before them. */
export const extractCodeLocations = (stack: string): string[] =>
  stack
    .split('\n')
    .map((line) => /(?:^\s*at |@)?[^\s()]*?(\/assets\/[\w.-]+:\d+:\d+)/.exec(line)?.[1])
    .filter((place) => place !== undefined)
    .slice(0, MAX_LINES);

const removeNumbers = (path: string): string => path.split(/[?#]/, 1)[0]!.slice(0, 200).replace(/\d+/g, '#');

const getPath = (address: string): string => (URL.canParse(address) ? new URL(address).pathname.slice(0, 200) : '');

/** Returns the origin of a blocked resource, or a keyword such as `inline` or `eval`. */
const getOrigin = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : /^[a-z-]{1,30}$/.test(address) ? address : 'other';
