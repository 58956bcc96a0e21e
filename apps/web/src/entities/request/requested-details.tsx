import type { RequestRow } from '@darkroom/contract/request/request';

interface RequestedDetailsProps {
  details: RequestRow['job_details'];
  /** Returns the name of a category, as the reader sees it. */
  getCategoryName: (id: number) => string;
}

/** Job details that a request refers to, by number and category. A deleted detail has only its number. */
export const RequestedDetails = ({ details, getCategoryName }: RequestedDetailsProps) =>
  details.map(({ sub_prod_id, service_cat2_id }) => (
    <div key={sub_prod_id}>
      {sub_prod_id}
      {service_cat2_id !== null && ` · ${getCategoryName(service_cat2_id)}`}
    </div>
  ));
