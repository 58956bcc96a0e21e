import { apiTokenEndpoints } from '@darkroom/contract/user/token';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/call/query.ts';
import { useCan } from '../../lib/session/session.ts';
import { CouldNotLoad, Lines } from '../../ui/data-table/data-table-states.tsx';
import { ShownOnce } from '../../ui/feedback/shown-once.tsx';
import css from './account-page.module.css';
import { EverybodysTokens } from './everybodys-tokens.tsx';
import { TokenForm, type NewToken } from './token-form.tsx';
import { TokenLine } from './token-line.tsx';
import { useRevoke } from './use-revoke.tsx';

/** API tokens of the user (decision 138). An administrator also sees the tokens of all users. */
export function OwnTokens() {
  const { t } = useTranslation('account');
  const may = useCan();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewToken | null>(null);
  const list = useQuery(query(apiTokenEndpoints.list, {}));
  const revoke = useRevoke(apiTokenEndpoints.revoke);
  const rows = list.data?.results;
  return (
    <section aria-labelledby="own-tokens" id="tokens">
      <h2 id="own-tokens">{t('tokens.title')}</h2>
      <p className="muted">{t('tokens.hint')}</p>
      {list.isLoading && <Lines count={2} />}
      {list.isError && !rows && <CouldNotLoad error={list.error} onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && !making && <p>{t('tokens.none')}</p>}
      {rows && rows.length > 0 && (
        <ul className={css.sessions}>
          {rows.map((row) => (
            <TokenLine key={row.id} token={row} busy={revoke.pending} onRevoke={() => revoke.ask(row)} />
          ))}
        </ul>
      )}
      {making ? (
        <TokenForm
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
        />
      ) : (
        <Button onClick={() => setMaking(true)}>{t('tokens.add')}</Button>
      )}
      {may(apiTokenEndpoints.all.access) && <EverybodysTokens />}
      {made && (
        <ShownOnce
          title={t('tokens.made', { name: made.name })}
          warning={t('tokens.once')}
          what={t('tokens.what')}
          secret={made.token}
          lost={t('tokens.lostAnswer')}
          done={t('tokens.done')}
          onClose={() => setMade(null)}
        />
      )}
      {revoke.holder}
    </section>
  );
}
