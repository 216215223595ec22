import { Batches } from '../features/ingest/Batches.tsx'
import Monitor from '../features/monitor/screen.tsx'

/** The monitor with what the room of ingest brings to it: rooms do not import each other. */
export default function MonitorPage() {
  return <Monitor batches={<Batches />} />
}
