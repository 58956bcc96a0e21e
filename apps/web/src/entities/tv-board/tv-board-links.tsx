import { tvBoardEndpoints, type TvBoardLink } from '@darkroom/contract/floor/tv-board';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { useConfirmedCall } from '../../ui/overlay/use-confirm.tsx';
import { TvBoardForm, type CreatedLink } from './tv-board-form.tsx';
import styles from './tv-board-links.module.css';
import { TV_BOARD_PATH } from '../../lib/url.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';

/** TV board links, for users who can create and revoke them. */
export function TvBoardLinks() {
  const { t } = useTranslation('floor');
  const list = useQuery(query(tvBoardEndpoints.list, {}));
  const [isCreating, setIsCreating] = useState(false);
  const [createdLink, setCreatedLink] = useState<CreatedLink | null>(null);
  const rows = list.data?.results;
  return (
    <section className="stack gap-4" aria-labelledby="tv-board-links">
      <div className={styles.head}>
        <h2 id="tv-board-links">{t('links.title')}</h2>
        <Button onClick={() => setIsCreating(true)}>{t('links.create')}</Button>
      </div>
      <p className="muted">{t('links.hint')}</p>
      {list.isLoading && <SkeletonLines count={2} />}
      {list.isError && !rows && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && <p className="muted">{t('links.none')}</p>}
      {rows && rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <LinkRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {isCreating && (
        <TvBoardForm
          onClose={() => setIsCreating(false)}
          onCreated={(link) => {
            setIsCreating(false);
            setCreatedLink(link);
          }}
        />
      )}
      {createdLink && <CreatedLinkDialog createdLink={createdLink} onClose={() => setCreatedLink(null)} />}
    </section>
  );
}

function LinkRow({ row }: { row: TvBoardLink }) {
  const { t } = useTranslation('floor');
  const { dayTime } = useFormat();
  const { fullName } = useUsers();
  const revoke = useConfirmedCall(tvBoardEndpoints.revoke, {
    question: ({ name }: TvBoardLink) => ({
      title: t('links.revokeTitle', { name }),
      lines: [t('links.revokeText')],
      yes: t('links.revoke'),
      danger: true,
    }),
    inputOf: ({ id }) => ({ id }),
    invalidates: ['tv_board'],
    done: () => t('links.revoked'),
  });
  const device = [row.browser, row.system].filter(Boolean).join(', ');
  const facts = [
    t('links.created', { when: dayTime(row.created_at), who: fullName(row.created_by) || '–' }),
    row.ends_at ? t('links.endsAt', { when: dayTime(row.ends_at) }) : t('links.noEnd'),
    row.last_used_at ? t('links.used', { when: dayTime(row.last_used_at) }) : t('links.neverUsed'),
    row.address && t('links.from', { address: [row.address, device].filter(Boolean).join(' · ') }),
  ];
  return (
    <li className={styles.row}>
      <span className="ellipsis semibold">{row.name}</span>
      <Button
        size="small"
        aria-label={`${t('links.revoke')}: ${row.name}`}
        loading={revoke.pending}
        onClick={() => revoke.ask(row)}
      >
        {t('links.revoke')}
      </Button>
      <span className="muted full-row break-anywhere">
        {[row.workstream ?? t('both'), t(row.names ? 'links.withNames' : 'links.withoutNames'), ...facts]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {revoke.holder}
    </li>
  );
}

/** A new link, shown once. Its token is in the fragment, which no request sends. */
function CreatedLinkDialog({ createdLink, onClose }: { createdLink: CreatedLink; onClose: () => void }) {
  const { t, i18n } = useTranslation('floor');
  const { token } = createdLink;
  const link =
    token === null ? null : `${window.location.origin}${TV_BOARD_PATH}?lng=${i18n.resolvedLanguage ?? 'en'}#${token}`;
  return (
    <Modal
      open
      title={t('links.createdTitle')}
      scrollLock={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('links.close')}
        </Button>
      }
    >
      <p>{t(link === null ? 'links.lost' : 'links.once')}</p>
      {link !== null && (
        <div className="row mt-12">
          <Input readOnly value={link} aria-label={t('links.what')} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} what={t('links.what')} label={t('links.copy')} />
        </div>
      )}
    </Modal>
  );
}
