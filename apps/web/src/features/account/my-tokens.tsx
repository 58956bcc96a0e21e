import { apiTokenEndpoints } from '@darkroom/contract/user/token';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useCan } from '../../lib/session/session.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { OneTimeSecret } from '../../ui/feedback/one-time-secret.tsx';
import css from './account-page.module.css';
import { AllTokens } from './all-tokens.tsx';
import { TokenForm, type NewToken } from './token-form.tsx';
import { TokenLine } from './token-line.tsx';
import { useRevoke } from './use-revoke.tsx';

/** API tokens of the user (decision 138). An administrator also sees the tokens of all users. */
export function MyTokens() {
  const { t } = useTranslation('account');
  const can = useCan();
  const [isCreating, setIsCreating] = useState(false);
  const [createdToken, setCreatedToken] = useState<NewToken | null>(null);
  const list = useQuery(query(apiTokenEndpoints.list, {}));
  const revoke = useRevoke(apiTokenEndpoints.revoke);
  const rows = list.data?.results;
  return (
    <section aria-labelledby="own-tokens" id="tokens">
      <h2 id="own-tokens">{t('tokens.title')}</h2>
      <p className="muted">{t('tokens.hint')}</p>
      {list.isLoading && <SkeletonLines count={2} />}
      {list.isError && !rows && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && !isCreating && <p>{t('tokens.none')}</p>}
      {rows && rows.length > 0 && (
        <ul className={css.sessions}>
          {rows.map((row) => (
            <TokenLine key={row.id} token={row} busy={revoke.pending} onRevoke={() => revoke.ask(row)} />
          ))}
        </ul>
      )}
      {isCreating ? (
        <TokenForm
          onClose={() => setIsCreating(false)}
          onCreated={(token) => {
            setIsCreating(false);
            setCreatedToken(token);
          }}
        />
      ) : (
        <Button onClick={() => setIsCreating(true)}>{t('tokens.add')}</Button>
      )}
      {can(apiTokenEndpoints.all.access) && <AllTokens />}
      {createdToken && (
        <OneTimeSecret
          title={t('tokens.createdTitle', { name: createdToken.name })}
          warning={t('tokens.once')}
          what={t('tokens.secretLabel')}
          secret={createdToken.token}
          lost={t('tokens.connectionLost')}
          done={t('tokens.done')}
          onClose={() => setCreatedToken(null)}
        />
      )}
      {revoke.holder}
    </section>
  );
}
