package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"time"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// Both lie on the root file system, so that imagefs is nodefs.
const (
	imagesDirectory    = "/var/lib/images"
	writableDirectory  = "/var/lib/containers"
	containerDirectory = "/run/containers"
)

// images serves the files in imagesDirectory; the size of a file is the size of its image.
type images struct {
	cri.UnimplementedImageServiceServer
	journal *journal
}

func fileOfImage(reference string) string {
	return url.PathEscape(reference)
}

func (images) ListImages(
	_ context.Context, request *cri.ListImagesRequest,
) (*cri.ListImagesResponse, error) {
	wanted := request.GetFilter().GetImage().GetImage()
	entries, err := os.ReadDir(imagesDirectory)
	if err != nil {
		return nil, err
	}
	response := &cri.ListImagesResponse{}
	for _, entry := range entries {
		reference, err := url.PathUnescape(entry.Name())
		if err != nil || wanted != "" && wanted != reference {
			continue
		}
		if image := imageOf(reference); image != nil {
			response.Images = append(response.Images, image)
		}
	}
	return response, nil
}

// imageOf is nil where there is no such image.
func imageOf(reference string) *cri.Image {
	info, err := os.Stat(filepath.Join(imagesDirectory, fileOfImage(reference)))
	if err != nil {
		return nil
	}
	return &cri.Image{
		Id:       reference,
		RepoTags: []string{reference},
		Size:     uint64(info.Size()),
		Uid:      &cri.Int64Value{Value: 0},
		Spec:     &cri.ImageSpec{Image: reference},
	}
}

func (images) ImageStatus(
	_ context.Context, request *cri.ImageStatusRequest,
) (*cri.ImageStatusResponse, error) {
	return &cri.ImageStatusResponse{Image: imageOf(request.GetImage().GetImage())}, nil
}

func (i images) RemoveImage(
	_ context.Context, request *cri.RemoveImageRequest,
) (*cri.RemoveImageResponse, error) {
	reference := request.GetImage().GetImage()
	i.journal.write(call{Call: "RemoveImage", Image: reference})
	err := os.Remove(filepath.Join(imagesDirectory, fileOfImage(reference)))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	return &cri.RemoveImageResponse{}, nil
}

func (images) ImageFsInfo(
	context.Context, *cri.ImageFsInfoRequest,
) (*cri.ImageFsInfoResponse, error) {
	return &cri.ImageFsInfoResponse{
		ImageFilesystems:     []*cri.FilesystemUsage{usageOf(imagesDirectory)},
		ContainerFilesystems: []*cri.FilesystemUsage{usageOf(writableDirectory)},
	}, nil
}

// usageOf counts what lies below a directory as du does: blocks and inodes, itself included.
func usageOf(directory string) *cri.FilesystemUsage {
	var blocks, inodes uint64
	_ = filepath.WalkDir(directory, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if used, ok := blocksOf(path); ok {
			blocks += used
			inodes++
		}
		return nil
	})
	return &cri.FilesystemUsage{
		Timestamp:  time.Now().UnixNano(),
		FsId:       &cri.FilesystemIdentifier{Mountpoint: directory},
		UsedBytes:  &cri.UInt64Value{Value: blocks * 512},
		InodesUsed: &cri.UInt64Value{Value: inodes},
	}
}
