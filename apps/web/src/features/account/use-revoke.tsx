import type { apiTokenEndpoints } from '@darkroom/contract/user/token';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useConfirmedCall } from '../../ui/overlay/use-confirm.tsx';

export function useRevoke(call: typeof apiTokenEndpoints.revoke | typeof apiTokenEndpoints.revokeAny) {
  const { t } = useTranslation(['account', 'common']);
  return useConfirmedCall(call, {
    question: ({ name }: { id: number; name: string }) => ({
      title: t('tokens.revokeTitle', { name }),
      lines: [t('tokens.revokeHint')],
      yes: t('tokens.revoke'),
      danger: true,
    }),
    inputOf: ({ id }) => ({ id }),
    invalidates: ['session'],
    done: () => t('tokens.revoked'),
  });
}
