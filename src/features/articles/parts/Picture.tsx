import { useEffect, useState } from 'react'
import { useApp } from '../../../kit/hooks/app.ts'

interface PictureProps {
  mediaKey: string
  alt: string
  className?: string | undefined
}

/** A picture of ours, fetched with the session; nothing while it is on its way or gone. */
export function Picture({ mediaKey, alt, className }: PictureProps) {
  const { file } = useApp()
  const [address, setAddress] = useState('')
  useEffect(() => {
    let made = ''
    let isCurrent = true
    file(`/api/articles/media/${mediaKey}`).then(
      (blob) => {
        if (!isCurrent) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      },
      () => setAddress(''),
    )
    return () => {
      isCurrent = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [file, mediaKey])
  return address ? <img className={className} src={address} alt={alt} /> : <span className={className} aria-hidden />
}
