import type { ApiToken } from '@darkroom/contract/user/token';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { usePermissionName } from './use-permission-name.ts';

interface TokenLineProps {
  token: ApiToken;
  /** The token's owner, if it is another user. */
  owner?: string;
  busy: boolean;
  onRevoke: () => void;
}

/** A token: name, access, permissions, end date, and time and address of the last use. */
export function TokenLine({ token, owner, busy, onRevoke }: TokenLineProps) {
  const { t } = useTranslation('account');
  const { dayTime } = useFormat();
  const nameOf = usePermissionName();
  const formatNames = (codes: readonly string[]) => codes.map(nameOf).join(' · ');
  const lostCodes = token.scope.filter((code) => !token.held.includes(code));
  const lastUse =
    token.last_used_at === null
      ? t('tokens.unused')
      : t('tokens.used', { when: dayTime(token.last_used_at), address: token.last_address ?? '' });
  return (
    <li>
      <span className="medium">
        {owner && `${owner}: `}
        {token.name} <code className="muted">drk_…{token.hint}</code>
      </span>
      <Button size="small" disabled={busy} aria-label={t('tokens.revokeOf', { name: token.name })} onClick={onRevoke}>
        {t('tokens.revoke')}
      </Button>
      <span className="muted full-row">
        {[
          t(`tokens.accessSummary.${token.can_write}`),
          t('tokens.ends', { when: dayTime(token.expires_at) }),
          lastUse,
        ].join(' · ')}
      </span>
      <span className="muted full-row">{formatNames(token.held)}</span>
      {lostCodes.length > 0 && (
        <span className="muted full-row">{t('tokens.lostPermissions', { codes: formatNames(lostCodes) })}</span>
      )}
    </li>
  );
}
