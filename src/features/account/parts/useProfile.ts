import { useQuery } from '@tanstack/react-query'
import { useApp } from '../../../kit/hooks/app.ts'
import { profileInfo } from '../contract.ts'

export const PROFILE_KEY = [profileInfo.path]

export function useProfile() {
  const { call } = useApp()
  return useQuery({ queryKey: PROFILE_KEY, queryFn: ({ signal }) => call(profileInfo, {}, { signal, quiet: true }) })
}
