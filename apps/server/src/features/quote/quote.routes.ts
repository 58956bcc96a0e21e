import type { Handlers } from '../../http/handlers.ts';
import { acceptQuote, declineQuote, listOwnQuotes } from './own-quote.service.ts';
import { listQuotes, readQuoteChoices, saveQuote, sendQuote, withdrawQuote } from './quote.service.ts';

export const quoteRoutes = {
  'quote.list': listQuotes,
  'quote.choices': readQuoteChoices,
  'quote.save': saveQuote,
  'quote.send': sendQuote,
  'quote.withdraw': withdrawQuote,
  'portal.quotes': listOwnQuotes,
  'portal.acceptQuote': acceptQuote,
  'portal.declineQuote': declineQuote,
} satisfies Partial<Handlers>;
