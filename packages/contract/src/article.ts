import { markdownFault } from '@darkroom/domain/article/markdown';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, count, day, notes, requiredText, text } from './fields.ts';
import { portalRead } from './portal/access.ts';

/** What an article is called in its address: small letters, digits and hyphens. */
export const ARTICLE_KEY = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;

const LONGEST_ARTICLE = 20_000;

/** Markdown without raw HTML, links to http(s) and mailto, pictures by https. Empty while it is written. */
const markdown = () =>
  notes(LONGEST_ARTICLE).superRefine((written, context) => {
    const fault = markdownFault(written);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** An article of the info hub as metadata holds it (INFO_HUB, one key an article). */
export const article = z
  .strictObject({
    title: z.strictObject({ vi: requiredText(), en: requiredText() }),
    body: z.strictObject({ vi: markdown(), en: markdown() }),
    /** Customers see no draft. */
    published: z.boolean({ error: () => 'required' }),
    published_on: day(),
    /** Pinned ones stand first. */
    pinned: z.boolean({ error: () => 'required' }),
    /** Then those with a place, by it; then the newest. */
    place: count(0, 999).nullable(),
  })
  .superRefine(({ published, body: written }, context) => {
    for (const language of ['vi', 'en'] as const) {
      if (published && written[language] === '') {
        context.addIssue({ code: 'custom', path: ['body', language], message: 'required' });
      }
    }
  });
export type Article = z.output<typeof article>;

const words = z.object({ vi: z.string(), en: z.string() });
const head = { key: z.string(), title: words, published_on: z.string(), pinned: z.boolean() };

export const articleEndpoints = {
  list: defineEndpoint({
    ...portalRead,
    name: 'portal.articles',
    path: '/api/customer-portal/article/list',
    summary:
      'The published articles of the info hub, pinned ones first, then by place, then the newest; by text in either language',
    input: body({ text: text().optional() }),
    output: z.object({ results: z.array(z.object(head)) }),
    errors: [],
    topics: ['portal_article'],
  }),
  read: defineEndpoint({
    ...portalRead,
    name: 'portal.article',
    path: '/api/customer-portal/article',
    summary: 'A published article with its text, in Markdown; a draft is not there',
    input: body({ key: requiredText() }),
    output: z.object({ ...head, body: words }),
    errors: ['not_found'],
    topics: ['portal_article'],
  }),
};
