import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { needsPerson, TOPICS, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { ERRORS, FIELD_ERRORS } from '@darkroom/contract/errors';
import type { FastifyInstance } from 'fastify';
import { describeAccess, describeLock, getErrors, buildOpenApi, toJsonSchema } from './openapi.ts';
import { getFieldSentence, getErrorTitle } from './problem.ts';
import { preparePage } from '../security.ts';

/** Adds `/api/openapi.json` for machines and `/api/docs` for people. Both are generated from the contract. */
export function addDocs(app: FastifyInstance): void {
  let json: ReturnType<typeof prepareDescription> | undefined;
  let page: ReturnType<typeof renderPage> | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    const { etag, plain, brotli } = await (json ??= prepareDescription());
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    return ACCEPTS_BROTLI.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'br').send(brotli)
      : reply.send(plain);
  });
  app.get('/api/docs', async (_request, reply) => {
    const text = await (page ??= renderPage());
    return reply.send(text.replace('__CSP_NONCE__', preparePage(reply)));
  });
}

const ACCEPTS_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

/** Prepares the description, which is a megabyte. It is compressed once, and clients that have it get 304. */
async function prepareDescription() {
  const plain = Buffer.from(JSON.stringify(await buildOpenApi()));
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  // The best quality takes ten times as long and saves only a sixteenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return { plain, etag, brotli: await promisify(brotliCompress)(plain, { params }) };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Renders a text of the contract, with backticks as code. */
const renderText = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const renderCodes = (codes: readonly string[]): string =>
  codes.map((code) => `<a href="#error-${code}"><code>${code}</code></a>`).join(' ');

const renderSchema = (title: string, value: object): string =>
  `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;

function renderEndpoint(endpoint: Endpoint): string {
  const { method, path, name, summary, description, access, lock, limit, kind, topics } = endpoint;
  const facts: [string, string][] = [
    ['Requires', renderText(describeAccess(access))],
    ...(lock ? [['Lock', renderText(describeLock(lock))] as [string, string]] : []),
    ...(needsPerson(endpoint) && access.kind !== 'public'
      ? [['Token', 'API tokens are not accepted. Sign in.'] as [string, string]]
      : []),
    ...(limit ? [['Limit', `${limit.max} calls in ${limit.seconds} s per ${limit.per}`] as [string, string]] : []),
    ...(topics
      ? [['Invalidated by live topics', topics.map((t) => `<code>${t}</code>`).join(' ')] as [string, string]]
      : []),
    ['Errors', renderCodes(getErrors(endpoint))],
  ];
  const factList = facts.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('');
  return `<section id="${name}"><h3><span class="${kind}">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p><b>${renderText(summary)}</b></p>${description ? `<p>${renderText(description)}</p>` : ''}<dl>${factList}</dl>
${renderSchema('Input', toJsonSchema(endpoint.input, 'input'))}${renderSchema('Response', toJsonSchema(endpoint.output, 'output'))}</section>`;
}

const renderRow = (cells: readonly string[], id = ''): string =>
  `<tr${id ? ` id="${id}"` : ''}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const renderErrorTable = (): string =>
  Object.entries(ERRORS)
    .map(([code, status]) =>
      renderRow([`<code>${code}</code>`, String(status), escapeHtml(getErrorTitle(code))], `error-${code}`),
    )
    .join('');

const renderFieldTable = (): string =>
  FIELD_ERRORS.map((code) =>
    // The limit of a field is shown by its name.
    renderRow([`<code>${code}</code>`, renderText(getFieldSentence({ code }).replace('{{limit}}', '`limit`'))]),
  ).join('');

async function renderPage(): Promise<string> {
  const nouns = [...new Set(allEndpoints.map((endpoint) => endpoint.name.split('.')[0] ?? ''))];
  const listEndpoints = (noun: string) => allEndpoints.filter((endpoint) => endpoint.name.startsWith(`${noun}.`));
  const menu = nouns.map(
    (noun) =>
      `<li><a href="#${noun}">${noun}</a><ul>${listEndpoints(noun)
        .map((e) => `<li><a href="#${e.name}">${escapeHtml(e.path)}</a></li>`)
        .join('')}</ul></li>`,
  );
  const body: string[] = [];
  for (const noun of nouns) {
    body.push(`<h2 id="${noun}">${noun}</h2>`);
    for (const endpoint of listEndpoints(noun)) {
      body.push(renderEndpoint(endpoint));
      // The pause after each endpoint lets requests run. All endpoints together take a second.
      await setImmediate();
    }
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Darkroom API</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="__CSP_NONCE__">${STYLE}</style></head>
<body><nav aria-label="Endpoints"><b><i></i>Darkroom API</b><ul>${menu.join('')}
<li><a href="#live">live</a></li><li><a href="#errors">errors</a></li></ul></nav><main><h1>Darkroom API</h1>
<p>Sign in with <a href="#user.login">/api/user/login</a> and send <code>Authorization: Bearer …</code> with every call. Request and
response bodies are JSON. Unknown fields return 422. Send an <code>Idempotency-Key</code> header with a write to repeat it safely: within 24
hours the same key returns the first response. Automatic requests of a page send <code>X-Background: 1</code>. Machine-readable version:
<a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${body.join('')}
<h2 id="live">live</h2><section><h3><span class="read">GET</span> <code>/api/live</code></h3>
<p>Event stream of changes. <code>change</code> has <code>{"topic", "ids"}</code>. Without ids: reload your lists.
<code>resync</code>: events may be missing, reload. <code>end</code>: the session has ended. You receive only events for records you can
view. Topics:
${TOPICS.map((topic) => `<code>${topic}</code>`).join(' ')}.</p></section>
<h2 id="errors">errors</h2><p>Errors are <code>application/problem+json</code> (RFC 9457) with one of these codes.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${renderErrorTable()}</tbody></table>
<h3>Field error codes</h3><table><thead><tr><th>Code</th><th>Meaning</th></tr></thead><tbody>${renderFieldTable()}</tbody></table>
</main></body></html>`;
}

const STYLE = `
:root{color-scheme:light dark;--text:#1f1f1f;--quiet:#595959;--line:#d9d9d9;--ground:#fff;--field:#f5f5f5;--main:#2f54eb}
@media(prefers-color-scheme:dark){:root{--text:#e6e6e6;--quiet:#a6a6a6;--line:#424242;--ground:#141414;--field:#1f1f1f;--main:#9aadf8}}
*{box-sizing:border-box}html{scroll-padding-top:16px}
body{margin:0;display:grid;grid-template-columns:280px minmax(0,1fr);font:13px/1.6 "Roboto Variable",Roboto,system-ui,sans-serif;color:var(--text);background:var(--ground)}
a{color:var(--main);text-decoration:none}a:hover{text-decoration:underline}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;border-right:1px solid var(--line);font-size:12px}
nav b{font-size:16px}nav i{display:inline-block;width:10px;height:10px;border-radius:50%;background:#cf1322;margin-right:8px}
nav ul{list-style:none;padding-left:8px;margin:4px 0}nav>ul{padding:0}
main{padding:24px;max-width:960px}h1{font-size:20px;margin:0}h2{font-size:20px;margin:24px 0 8px;text-transform:capitalize}h3{font-size:16px;margin:0 0 4px}
section{border:1px solid var(--line);border-radius:6px;padding:12px 16px;margin:12px 0}section:target{border-color:var(--main)}
h3 code{font-size:14px}code,pre{font-family:ui-monospace,"Roboto Mono",Menlo,Consolas,monospace;font-size:12px}
.read,.write{font-size:12px;letter-spacing:.04em;color:var(--quiet)}.write{color:var(--main)}
dl{display:grid;grid-template-columns:112px minmax(0,1fr);gap:4px 16px;margin:8px 0}dt{color:var(--quiet)}dd{margin:0}
details{margin-top:4px}summary{cursor:pointer;color:var(--quiet)}pre{background:var(--field);padding:12px;border-radius:6px;overflow:auto;max-height:420px;margin:4px 0}
table{border-collapse:collapse;width:100%}td code{overflow-wrap:anywhere}th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line)}tr:target{background:var(--field)}
:focus-visible{outline:2px solid var(--main);outline-offset:2px}
@media(max-width:800px){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;border:0}main{padding:16px}dl{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:8px}}
`;
