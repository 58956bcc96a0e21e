import type { Handlers } from '../../http/handlers.ts';
import { listQuotes, readQuoteChoices, saveQuote, sendQuote, withdrawQuote } from './quote.service.ts';

export const quoteRoutes = {
  'quote.list': listQuotes,
  'quote.choices': readQuoteChoices,
  'quote.save': saveQuote,
  'quote.send': sendQuote,
  'quote.withdraw': withdrawQuote,
} satisfies Partial<Handlers>;
