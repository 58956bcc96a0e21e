import { customerEndpoints, type CustomerRow, type PortalLogin } from '@darkroom/contract/customer/customer';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useCan } from '../../lib/session/session.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { ContractStatusDot, LoginSummary, TierDot, useLoginState } from './customer-labels.tsx';
import styles from './customer.module.css';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { useOpenPortalView } from '../../entities/customer/use-open-portal-view.ts';

interface CustomerExpandedRowProps {
  row: CustomerRow;
  onEdit: () => void;
  onDelete: () => void;
}

/** Details below an open customer 1: its detail record as a card, its logins and its customers 2. */
export function CustomerExpandedRow({ row, onEdit, onDelete }: CustomerExpandedRowProps) {
  const { t } = useTranslation(['customer', 'field']);
  const can = useCan();
  const { day, number } = useFormat();
  const { details, cus1_name, cus0 } = row;
  const canSeeJobs = can(jobEndpoints.list.access);
  return (
    <div className={styles.expandedRow}>
      <div className={styles.card}>
        <Section title={t('section.company')}>
          <Field label={t('field.customer')}>{`${cus0.name} › ${cus1_name}`}</Field>
          <Field label={t('field:company_name')}>{details.company_name}</Field>
          <Field label={t('field:billing_email')}>
            {details.billing_email && (
              <>
                {details.billing_email}
                <CopyButton text={details.billing_email} what={t('field:billing_email')} />
              </>
            )}
          </Field>
        </Section>
        <Section title={t('section.address')}>
          <Field label={t('field:street_name')}>{details.street_name}</Field>
          <Field label={t('field:city')}>{details.city}</Field>
          <Field label={t('field:state')}>{details.state}</Field>
          <Field label={t('field:post_code')}>{details.post_code}</Field>
          <Field label={t('field:country')}>{details.country}</Field>
        </Section>
        <Section title={t('section.contract')}>
          <Field label={t('field:contract_status')}>
            <ContractStatusDot status={details.contract_status} />
          </Field>
          <Field label={t('field:tier')}>
            <TierDot tier={details.tier} />
          </Field>
          <Field label={t('field:join_date')}>{details.join_date && day(details.join_date)}</Field>
          <Field label={t('field:payment_plan')}>{details.payment_plan}</Field>
          <Field label={t('field:pay_to')}>{details.pay_to}</Field>
        </Section>
        <Section title={t('section.login')}>
          <LoginField label={cus1_name} login={row.login} />
          <LoginField label={cus0.name} login={cus0.login} />
        </Section>
      </div>
      <section className={styles.cus2Section} aria-label={t('section.cus2')}>
        <h3 className={styles.sectionTitle}>{t('section.cus2')}</h3>
        {row.cus2_list.length === 0 && <span className="muted">{t('customer2.none')}</span>}
        <ul className={styles.cus2List}>
          {row.cus2_list.map(({ id, name, job_count }) => (
            <li key={id} className={styles.cus2}>
              <span className="min-w-0 break-anywhere">{name}</span>
              {canSeeJobs && job_count > 0 ? (
                <Link to="/job" search={{ customer2_id: id }} aria-label={t('jobs.open', { name })}>
                  {t('jobs.count', { count: job_count, n: number(job_count) })}
                </Link>
              ) : (
                <span className="muted">
                  {job_count > 0 ? t('jobs.count', { count: job_count, n: number(job_count) }) : t('jobs.none')}
                </span>
              )}
              <RecordHistory entity="cus2" id={id} name={name} />
            </li>
          ))}
        </ul>
      </section>
      <div className={styles.actions}>
        <CallButton
          call={customerEndpoints.detailUpdate}
          size="small"
          aria-label={t('editNamed', { name: cus1_name })}
          onClick={onEdit}
        >
          {t('edit')}
        </CallButton>
        <Link
          to="/customer/prices"
          search={{ cus: row.cus_id1 }}
          className={styles.link}
          aria-label={t('pricesOf', { name: cus1_name })}
        >
          {t('prices')}
        </Link>
        {canSeeJobs && (
          <Link
            to="/job"
            search={{ customer1_id: row.cus_id1 }}
            className={styles.link}
            aria-label={t('jobs.open', { name: cus1_name })}
          >
            {t('jobs.show')}
          </Link>
        )}
        <RecordHistory entity="cus1" id={row.cus_id1} name={cus1_name} />
        <CallButton
          call={customerEndpoints.delete}
          size="small"
          type="text"
          danger
          className="ms-auto"
          aria-label={t('delete.named', { name: cus1_name })}
          onClick={onDelete}
        >
          {t('delete.do')}
        </CallButton>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className={styles.sectionTitle}>{title}</h3>
      <dl className="items gap-4">{children}</dl>
    </section>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation('customer');
  return (
    <div className={styles.field}>
      <dt>{label}</dt>
      <dd>{children || t('nothingFilled')}</dd>
    </div>
  );
}

function LoginField({ label, login }: { label: string; login: PortalLogin | null }) {
  const state = useLoginState();
  return (
    <Field label={label}>
      {login ? (
        <>
          <LoginSummary login={login} /> {login.email && <span className="muted">· {login.email} </span>}
          {login.active && login.must_change_password && <span className="muted">· {state(login)} </span>}
          {login.active && <ViewPortal login={login} />}
        </>
      ) : (
        state(null)
      )}
    </Field>
  );
}

/** Opens the portal as this login sees it, in the same tab and read-only (decision 104). */
function ViewPortal({ login: { user_id, username } }: { login: PortalLogin }) {
  const { t } = useTranslation('customer');
  const view = useOpenPortalView();
  return (
    <CallButton
      call={portalEndpoints.viewAs}
      size="small"
      loading={view.isPending}
      aria-label={t('login.viewNamed', { username })}
      onClick={() => view.mutate({ user_id })}
    >
      {t('login.view')}
    </CallButton>
  );
}
