import { addDays } from '@darkroom/domain/calendar/day';
import { leaveEndpoints } from '@darkroom/contract/staff/leave';
import { canViewTasks } from '@darkroom/domain/permission/access';
import { staffEndpoints, type Member, type WholeMember } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { accountEndpoints } from '@darkroom/contract/user/account';
import { factorEndpoints } from '@darkroom/contract/user/factor';
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../lib/api/query.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { useConfirmedCall } from '../../../ui/overlay/use-confirm.tsx';
import { AvatarPicker } from '../../../entities/person/avatar-picker.tsx';
import { getGroupName, WorkingStatusDot } from './member-columns.tsx';
import type { OneTimePassword } from './one-time-password-dialog.tsx';
import { useHasMorePermissions } from './use-has-more-permissions.ts';
import styles from '../staff.module.css';
import { LoadErrorMessage } from '../../../ui/data-table/data-table-states.tsx';
import { HandOverButton, IllToday } from '../leave/ill-today.tsx';
import { toLeaveLink } from '../leave/leave-search.ts';
import { useCanManageLeave } from '../leave/use-leave-people.ts';
import { useLeaveWords } from '../leave/use-leave-words.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const LeaveDialog = lazyOverlay(() => import('./leave-dialog.tsx'));

interface MemberRecordProps {
  member: Member;
  onEdit: () => void;
  onSecret: (secret: OneTimePassword) => void;
}

/** All data of a member that the user can view, in four parts. */
export function MemberRecord({ member, onEdit, onSecret }: MemberRecordProps) {
  const { t } = useTranslation(['staff', 'person']);
  return (
    <div className="stack gap-16">
      <div className="row gap-16">
        <div className={styles.headText}>
          <h2 className="title">{member.full_name}</h2>
          <span className="muted">{[member.staff_id, member.username].join(' · ')}</span>
          <div className="wrap gap-4-12">
            <WorkingStatusDot status={member.working_status} />
            {!member.active && <span className="muted">{t('account.false')}</span>}
          </div>
        </div>
        <AvatarPicker member={member} />
      </div>
      <MemberActions member={member} onEdit={onEdit} onSecret={onSecret} />
      {member.active && <MemberLeave member={member} />}
      <Facts member={member} />
    </div>
  );
}

function MemberActions({ member, onEdit, onSecret }: MemberRecordProps) {
  const { t } = useTranslation(['staff', 'common']);
  const { user_id } = useActor();
  const [leaving, setLeaving] = useState(false);
  const isSelf = member.id === user_id;
  const lockedProps = useHasMorePermissions(member) ? { disabled: true, title: t('hasMorePermissions') } : {};
  const reset = useConfirmedCall(accountEndpoints.resetPassword, {
    question: ({ full_name }: Member) => ({
      title: t('password.resetNamed', { name: full_name }),
      lines: [t('password.resetHint')],
      yes: t('password.reset'),
    }),
    inputOf: ({ id }) => ({ user_id: id }),
    onDone: onSecret,
  });
  const resetFactors = useConfirmedCall(factorEndpoints.resetFactors, {
    question: ({ full_name }: Member) => ({
      title: t('factor.resetNamed', { name: full_name }),
      lines: [t('factor.resetHint')],
      yes: t('factor.reset'),
    }),
    inputOf: ({ id }) => ({ user_id: id }),
    invalidates: ['staff'],
    done: ({ full_name }) => t('factor.done', { name: full_name }),
  });
  const reactivate = useConfirmedCall(staffAccountEndpoints.activate, {
    question: ({ full_name }: Member) => ({
      title: t('return.title', { name: full_name }),
      lines: [t('return.hint')],
      yes: t('return.open'),
    }),
    inputOf: ({ id, version }) => ({ staff_id: id, version }),
    invalidates: ['staff', 'team', 'user'],
    done: ({ full_name }) => t('return.done', { name: full_name }),
    onDone: ({ member: { username }, ...secret }) => onSecret({ username, ...secret }),
  });
  const hasTaskAccess = useCan()(canViewTasks);
  return (
    <div className={styles.buttons}>
      <CallButton call={staffEndpoints.update} onClick={onEdit}>
        {t('change')}
      </CallButton>
      {member.active && !isSelf && (
        <CallButton {...lockedProps} call={accountEndpoints.resetPassword} onClick={() => reset.ask(member)}>
          {t('password.reset')}
        </CallButton>
      )}
      {member.active && !isSelf && member.second_factor && (
        <CallButton {...lockedProps} call={factorEndpoints.resetFactors} onClick={() => resetFactors.ask(member)}>
          {t('factor.reset')}
        </CallButton>
      )}
      {member.active && !isSelf && (
        <CallButton {...lockedProps} call={staffAccountEndpoints.delete} danger onClick={() => setLeaving(true)}>
          {t('leave.open')}
        </CallButton>
      )}
      {!member.active && (
        <CallButton {...lockedProps} call={staffAccountEndpoints.activate} onClick={() => reactivate.ask(member)}>
          {t('return.open')}
        </CallButton>
      )}
      <IllToday member_id={member.id} />
      {member.active && <HandOverButton member={member} />}
      {hasTaskAccess && (
        <Link to="/job/task" search={{ tab: 'all', editor: [member.id] }}>
          {t('tasksOf')}
        </Link>
      )}
      {reset.holder}
      {resetFactors.holder}
      {reactivate.holder}
      {leaving && <LeaveDialog member={member} onClose={() => setLeaving(false)} />}
    </div>
  );
}

/** Days off of a member from today on, with links to the calendar. */
function MemberLeave({ member }: { member: Member }) {
  const { t } = useTranslation('staff');
  const today = useToday();
  const canManage = useCanManageLeave();
  const { describe } = useLeaveWords();
  const leave = useQuery(
    query(leaveEndpoints.list, { date_from: today, date_to: addDays(today, 365), member_id: member.id }),
  );
  return (
    <Section title={t('leaves.title')}>
      {leave.data?.results.map((row) => (
        <div key={row.id} className={styles.fullWidth}>
          <Link to="/staff/leave" search={toLeaveLink(row)}>
            {describe(row)}
          </Link>
        </div>
      ))}
      {leave.data?.results.length === 0 && <p className={`muted ${styles.fullWidth}`}>{t('leaves.none')}</p>}
      {leave.isError && <LoadErrorMessage error={leave.error} onRetry={() => void leave.refetch()} />}
      <Link to="/staff/leave" search={canManage(member.id) ? { add: member.id } : {}}>
        {t(canManage(member.id) ? 'leaves.add' : 'leaves.calendar')}
      </Link>
    </Section>
  );
}

/** Facts in parts. Pay and residence are shown if the response has them. */
function Facts({ member }: { member: Member }) {
  const { t } = useTranslation(['staff', 'common', 'field']);
  const { day, money } = useFormat();
  const memberWithPay = 'salary_1' in member ? member : null;
  const orNotSet = (value: string | null) => value || t('notSet');
  return (
    <>
      <Section title={t('section.person')}>
        <Fact name={t('field:first_name')}>{orNotSet(member.first_name)}</Fact>
        <Fact name={t('field:last_name')}>{orNotSet(member.last_name)}</Fact>
        <Fact name={t('field:gender')}>{member.gender ? t(`gender.${member.gender}`) : t('notSet')}</Fact>
        <Fact name={t('field:birthday')}>{day(member.birthday)}</Fact>
        <Fact name={t('field:phone_number')}>
          {member.phone_number ? <a href={`tel:${member.phone_number}`}>{member.phone_number}</a> : t('notSet')}
        </Fact>
        <Fact name={t('field:email')}>
          {member.email ? <a href={`mailto:${member.email}`}>{member.email}</a> : t('notSet')}
        </Fact>
      </Section>
      <Section title={t('section.work')}>
        <Fact name={t('field:teams')} fullWidth>
          {member.teams.map((team) => team.team_name).join(', ') || t('notSet')}
        </Fact>
        <Fact name={t('field:position')}>{orNotSet(member.position)}</Fact>
        <Fact name={t('field:department')}>{orNotSet(member.department)}</Fact>
        <Fact name={t('field:workplace')}>{orNotSet(member.workplace)}</Fact>
        <Fact name={t('field:working_status')}>{t(`status.${member.working_status}`)}</Fact>
        <Fact name={t('field:staff.start_time')}>{day(member.start_time)}</Fact>
        <Fact name={t('field:staff.end_time')}>{day(member.end_time)}</Fact>
      </Section>
      <Section title={t('section.account')}>
        <Fact name={t('field:username')}>{member.username}</Fact>
        <Fact name={t('field:group_id')}>
          {member.is_superuser ? t('superuser') : getGroupName(member, t('common:unknown'))}
        </Fact>
        <Fact name={t('field:second_factor')}>{t(member.second_factor ? 'common:yes' : 'common:no')}</Fact>
      </Section>
      {memberWithPay && (
        <PrivateFacts
          member={memberWithPay}
          money={(amount) => (amount === null ? t('notSet') : `${money(amount)} ${t('currency')}`)}
        />
      )}
    </>
  );
}

function PrivateFacts({ member, money }: { member: WholeMember; money: (amount: number | null) => string }) {
  const { t } = useTranslation(['staff', 'field']);
  const { day } = useFormat();
  const orNotSet = (value: string | null) => value || t('notSet');
  return (
    <Section title={t('section.private')} hint={t('hint.private')}>
      <Fact name={t('field:salary_1')}>{money(member.salary_1)}</Fact>
      <Fact name={t('field:salary_2')}>{money(member.salary_2)}</Fact>
      <Fact name={t('field:residence_id')}>{orNotSet(member.residence_id)}</Fact>
      <Fact name={t('field:residence_created_at')}>{day(member.residence_created_at)}</Fact>
      <Fact name={t('field:residence_created_by')} fullWidth>
        {orNotSet(member.residence_created_by)}
      </Fact>
      <Fact name={t('field:residence_address')} fullWidth>
        {orNotSet(member.residence_address)}
      </Fact>
      <Fact name={t('field:address')} fullWidth>
        {orNotSet(member.address)}
      </Fact>
    </Section>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      {hint && <p className="muted">{hint}</p>}
      <dl className={styles.facts}>{children}</dl>
    </section>
  );
}

function Fact({ name, fullWidth, children }: { name: string; fullWidth?: boolean; children: ReactNode }) {
  return (
    <div className={fullWidth ? styles.fullWidth : undefined}>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
