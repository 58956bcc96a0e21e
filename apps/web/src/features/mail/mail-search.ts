import { mailEndpoints } from '@darkroom/contract/mail/mail';
import { listSearch } from '../../lib/list-search.ts';

/** URL parameters of the emails: the state and the page. */
export const mailList = listSearch(mailEndpoints.list.input.shape);
