import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly raw: string;
  readonly messageId: string;
}

/** A real SMTP server that records its mails. `answer` returns an error reply for a recipient, or null. */
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  answer: (address: string) => { code: number; message: string } | null;
  close(): Promise<void>;
}

export async function startMailServer(options: SMTPServerOptions = {}, credentials = ''): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...(credentials === '' ? { disabledCommands: ['STARTTLS', 'AUTH'] } : {}),
    onRcptTo: ({ address }, _session, done) => {
      const reply = mailServer.answer(address);
      done(reply ? Object.assign(new Error(reply.message), { responseCode: reply.code }) : null);
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      // A killed process leaves its mail unfinished.
      stream.on('error', done);
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8');
        const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '';
        received.push({ to: envelope.rcptTo[0]?.address ?? '', raw, messageId });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://${credentials}127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
    received,
    answer: () => null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** Decodes the plain text of a mail, with its soft line breaks. */
export const readText = (mail: ReceivedMail): string => readPart(mail, 'plain');

/** Decodes everything that a recipient can read: headers, subject, plain text and HTML. */
export const readAll = (mail: ReceivedMail): string =>
  [mail.raw.split('\r\n\r\n', 1)[0], readSubject(mail), readText(mail), readPart(mail, 'html')].join('\n');

function readPart({ raw }: ReceivedMail, type: 'plain' | 'html'): string {
  const start = raw.slice(raw.indexOf(`Content-Type: text/${type}`));
  const [, encoding = '', part = ''] =
    /Content-Transfer-Encoding: (\S+)[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(start) ?? [];
  if (encoding === 'base64') return Buffer.from(part, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return part;
  const bytes = part
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes the subject of a mail. */
export function readSubject({ raw }: ReceivedMail): string {
  const [, folded = ''] = /^Subject: ((?:.*)(?:\r\n[ \t].*)*)/im.exec(raw) ?? [];
  return folded
    .replace(/\?=\r\n[ \t]=\?/g, '?==?')
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi, (_all, kind: string, content: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString('utf8')
        : Buffer.from(
            content
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/g, (_byte, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    );
}
