import { appealEndpoints } from '@darkroom/contract/quality/appeal';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';

/** Counter in the menu: appeals that the user can decide and blind checks that they can start. */
export default function BlindCheckBadge() {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  const { data } = useQuery(query(appealEndpoints.waiting, {}));
  if (!data || data.appeals + data.checks === 0) return null;
  const label = t('badge', { appeals: number(data.appeals), checks: number(data.checks) });
  return (
    <span className="muted no-shrink ms-auto text-12" title={label}>
      <span aria-hidden>
        {data.appeals > 0 && <b>{number(data.appeals)}</b>}
        {data.appeals > 0 && data.checks > 0 && ' · '}
        {data.checks > 0 && number(data.checks)}
      </span>
      <span className="visually-hidden">, {label}</span>
    </span>
  );
}
