import { adviceEndpoints } from '@darkroom/contract/task/advice';
import { appealEndpoints } from '@darkroom/contract/quality/appeal';
import { blindCheckEndpoints } from '@darkroom/contract/quality/blind-check';
import { leads } from '@darkroom/domain/work/visibility';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../lib/activity.ts';
import { query } from '../../lib/call/query.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useFormat } from '../../lib/words/format.ts';
import { useNarrow } from '../../ui/data-table/columns/data-table-narrow.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { AdviceTab } from './advice-tab.tsx';
import { AgreementTab } from './agreement-tab.tsx';
import { AppealList } from './appeal-list.tsx';
import { BlindTab } from './blind-tab.tsx';
import { LOOK_TABS, lookSearch, type LookTab } from './blind-check-search.ts';
import styles from './blind-check.module.css';
import { TabBar } from '../../ui/tab-bar/tab-bar.tsx';
import { TabPanel } from '../../ui/tab-bar/tab-panel.tsx';

/** Appeals, blind checks, agreement of QCs and results of advice (decisions 133 to 135). */
export default function SecondLookPage() {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  const may = useCan();
  const actor = useActor();
  const [search, setSearch] = useScreenSearch(lookSearch);
  const { data } = useQuery(query(appealEndpoints.waiting, {}));
  // A phone has no space for four tabs side by side.
  const narrow = useNarrow();
  useActivityRefresh(['appeal', 'blind_check']);
  const shown: Record<LookTab, boolean> = {
    appeals: true,
    checks: may(blindCheckEndpoints.mine.access),
    agreement: true,
    advice: may(adviceEndpoints.adviceReport.access) && leads(actor).length > 0,
  };
  const tab = shown[search.tab] ? search.tab : 'appeals';
  const counts: Partial<Record<LookTab, number | undefined>> = { appeals: data?.appeals, checks: data?.checks };
  const label = (key: LookTab) => (
    <span className="row gap-4">
      {t(`tab.${key}`)}
      {counts[key] !== undefined && <span className="muted">{number(counts[key])}</span>}
    </span>
  );
  // A plain text, because Ant Design's screen reader output shows the value for anything else.
  const words = (key: LookTab) =>
    [t(`tab.${key}`), ...(counts[key] === undefined ? [] : [number(counts[key])])].join(' · ');
  const tabs = LOOK_TABS.filter((key) => shown[key]);
  const choose = (key: LookTab) => setSearch({ tab: key, page: 1 });
  const content: Record<LookTab, ReactNode> = {
    appeals: <AppealList search={search} setSearch={setSearch} />,
    checks: <BlindTab />,
    agreement: <AgreementTab span={search.span} onSpan={(span) => setSearch({ span })} />,
    advice: <AdviceTab span={search.span} onSpan={(span) => setSearch({ span })} />,
  };
  return (
    <div className="page">
      <PageHead title={t('title')} note={t('note')} />
      {narrow ? (
        <Select
          className={styles.choice}
          aria-label={t('title')}
          value={tab}
          options={tabs.map((key) => ({ value: key, label: words(key) }))}
          onChange={choose}
        />
      ) : (
        <TabBar
          name="tabs-look"
          active={tab}
          tabs={tabs.map((key) => ({ key, label: label(key) }))}
          onChange={choose}
        />
      )}
      <TabPanel of={!narrow && 'tabs-look'} active={tab}>
        {content[tab]}
      </TabPanel>
    </div>
  );
}
