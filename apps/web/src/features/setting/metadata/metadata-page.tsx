import { changesMetadata, settingEndpoints } from '@darkroom/contract/setting';
import { anyOf } from '@darkroom/domain/permission/access';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { CouldNotLoad } from '../../../ui/data-table/data-table-states.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import {
  BlindCheckForm,
  QuoteGuardForm,
  PrioritiesForm,
  CurrencyForm,
  AMOUNTS,
  AmountsForm,
  DisplayForm,
  type AmountKey,
} from './value-forms.tsx';
import { CountsForm } from './counts-form.tsx';
import { FaultKindsForm } from './fault-kinds-form.tsx';
import { HoursForm } from '../due-date/hours-form.tsx';
import { TurnaroundsForm } from '../due-date/turnarounds-form.tsx';
import { HolidaysForm } from './holidays-form.tsx';
import { metadataSearch, SETTING_TABS } from './metadata-search.ts';
import css from './metadata.module.css';
import { RepliesForm } from './replies-form.tsx';
import { panelOf, TabBar } from '../../../ui/tab-bar/tab-bar.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';

// Lazy, so that the lookups do not wait for the articles.
const ArticleTab = lazyPart(() => import('../article/article-tab.tsx'));

const seesLookups = anyOf('npn_view_permission', 'npn_admin');

/** The bureau's lookups (/setting/metadata): quantities, fault types, allowances and articles. */
export default function MetadataPage() {
  const { t } = useTranslation('setting');
  const [{ tab }, setSearch] = useScreenSearch(metadataSearch);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([tab]));
  if (!seen.has(tab)) setSeen(new Set([...seen, tab]));
  const may = useCan();
  const editable = may(changesMetadata('JOB_TASK', 'fault_kinds'));
  const mayChange = tab === 'INFO_HUB' ? may(changesMetadata('INFO_HUB', '')) : editable;
  // Users who can only change the quantity settings see that part alone.
  if (!may(seesLookups))
    return (
      <div className={css.page}>
        <PageHead title={t('metadata.title')} />
        <Counts />
      </div>
    );
  return (
    <div className={css.page}>
      <PageHead title={t('metadata.title')} note={mayChange ? null : t('metadata.readOnly')} />
      <TabBar
        name="tabs-settings"
        active={tab}
        tabs={SETTING_TABS.map((key) => ({ key, label: t(`metadata.tab.${key}`) }))}
        onChange={(key) => setSearch({ tab: key })}
      />
      {/* Hidden tabs stay mounted to keep their typed values. */}
      {SETTING_TABS.filter((key) => seen.has(key)).map((key) => (
        <div key={key} {...(key === tab && panelOf('tabs-settings', key))} hidden={key !== tab}>
          <Tab of={key} editable={editable} />
        </div>
      ))}
    </div>
  );
}

function Tab({ of, editable }: { of: (typeof SETTING_TABS)[number]; editable: boolean }) {
  switch (of) {
    case 'JOB_TASK':
      return <JobTask editable={editable} />;
    case 'ALLOWANCE':
      return <Allowance editable={editable} />;
    case 'INFO_HUB':
      return <ArticleTab />;
    default: {
      const never: never = of;
      return never;
    }
  }
}

function Counts() {
  const toggle = useQuery(query(settingEndpoints.xToggle, {}));
  if (toggle.data) return <CountsForm toggle={toggle.data} />;
  return toggle.isError ? (
    <CouldNotLoad error={toggle.error} onRetry={() => void toggle.refetch()} />
  ) : (
    <Skeleton active />
  );
}

function JobTask({ editable }: { editable: boolean }) {
  const list = useQuery(query(settingEndpoints.metadata, { data_type: 'JOB_TASK' }));
  const rest = useQuery(query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }));
  if (list.isError && !list.data) return <CouldNotLoad error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton active />;
  const faults = list.data.results.find((row) => row.key === 'fault_kinds');
  const priorities = list.data.results.find((row) => row.key === 'priorities');
  const currency = list.data.results.find((row) => row.key === 'currency');
  const guard = list.data.results.find((row) => row.key === 'quote_guard');
  const calibration = list.data.results.find((row) => row.key === 'blind_check');
  const display = list.data.results.find((row) => row.key === 'display');
  const replies = list.data.results.find((row) => row.key === 'replies');
  const hours = list.data.results.find((row) => row.key === 'calendar');
  const turnarounds = list.data.results.find((row) => row.key === 'turnarounds');
  // Allowances and due dates share one list of holidays (decision 123).
  const holidays = rest.data?.results.find((row) => row.key === 'holidays');
  return (
    <>
      <Counts />
      {faults && <FaultKindsForm row={faults} editable={editable} />}
      {priorities && <PrioritiesForm row={priorities} />}
      {hours && <HoursForm row={hours} editable={editable} />}
      {holidays && <HolidaysForm row={holidays} editable={editable} formName="days_off" />}
      {turnarounds && <TurnaroundsForm row={turnarounds} editable={editable} />}
      {replies && <RepliesForm row={replies} editable={editable} />}
      {currency && <CurrencyForm row={currency} />}
      {guard && <QuoteGuardForm row={guard} />}
      {calibration && <BlindCheckForm row={calibration} />}
      {display && <DisplayForm row={display} />}
    </>
  );
}

function Allowance({ editable }: { editable: boolean }) {
  const { t } = useTranslation('setting');
  const list = useQuery(query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }));
  if (list.isError && !list.data) return <CouldNotLoad error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton active />;
  const holidays = list.data.results.find((row) => row.key === 'holidays');
  return (
    <>
      <p className="mb-12 ink-muted">{t('allowance.hint')}</p>
      {(Object.keys(AMOUNTS) as AmountKey[]).map((key) => {
        const row = list.data.results.find((entry) => entry.key === key);
        return row && <AmountsForm key={key} of={key} row={row} />;
      })}
      {holidays && <HolidaysForm row={holidays} editable={editable} />}
    </>
  );
}
