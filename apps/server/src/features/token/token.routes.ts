import type { Handlers } from '../../http/handlers.ts';
import { addToken, listAllTokens, listOwnTokens, revokeAnyToken, revokeOwnToken } from './token.service.ts';

export const tokenRoutes = {
  'token.list': listOwnTokens,
  'token.add': addToken,
  'token.revoke': revokeOwnToken,
  'token.all': listAllTokens,
  'token.revokeAny': revokeAnyToken,
} satisfies Partial<Handlers>;
