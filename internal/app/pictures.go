package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/folder"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects"
)

// openUploads opens where pictures of predictions are saved.
func (a *App) openUploads(ctx context.Context) error {
	if !a.cfg.SavePredictedImages {
		return nil
	}
	files, err := pictureFiles(a.cfg)
	if err == nil {
		a.uploads, err = uploads.New(ctx, uploads.Options{
			DB: a.db.Pool, Files: files, MaxBytes: a.cfg.ImagesMaxBytes, MaxAge: a.cfg.ImagesMaxAge, Registry: a.registry, Log: a.log,
			Targets: func(names []string) ([]int32, bool) { return a.lookups.Current().ForReviewers().FindTargets(names) },
		})
	}
	if refusal := (*objects.Refusal)(nil); errors.As(err, &refusal) {
		return SettingsError{fmt.Errorf("%s: %w", settingsOf[refusal.Of], err)}
	}
	if err != nil {
		return fmt.Errorf("%sIMAGES_PATH: %w", config.Prefix, err)
	}
	return nil
}

// settingsOf are the settings of what an object store may refuse.
var settingsOf = map[objects.Part]string{
	objects.Credentials: config.Prefix + "IMAGES_S3_ACCESS_KEY_ID and " + config.Prefix + "IMAGES_S3_SECRET_ACCESS_KEY",
	objects.Bucket:      config.Prefix + "IMAGES_PATH",
	objects.Region:      config.Prefix + "IMAGES_S3_REGION",
	objects.Endpoint:    config.Prefix + "IMAGES_S3_ENDPOINT",
}

func pictureFiles(cfg config.Config) (uploads.Files, error) {
	bucket, prefix, inBucket := cfg.ImagesBucket()
	if !inBucket {
		return folder.Open(cfg.ImagesPath)
	}
	return objects.Open(objects.Options{
		Bucket: bucket, Prefix: prefix, Endpoint: cfg.ImagesS3Endpoint, Region: cfg.ImagesS3Region,
		AccessKeyID: cfg.ImagesS3AccessKeyID, SecretAccessKey: cfg.ImagesS3SecretAccessKey,
	})
}
